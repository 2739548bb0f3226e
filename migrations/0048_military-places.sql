-- The mail of the military stood as "APO AA" without a state, wherever it went. Its ZIP says which of the three it is.
update zip_places
set city = split_part(city, ' ', 1),
  state = case when zip like '340%' then 'AA' when zip like '09%' then 'AE' else 'AP' end,
  search = lower(split_part(city, ' ', 1))
where state = '' and city ~ '^[AFD]PO ';
