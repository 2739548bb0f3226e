import { byName } from "~/platform/by-name";

/** Time zones of the United States and its territories, east to west, and UTC. */
const ZONES = byName<string>({
  "America/Puerto_Rico": "Atlantic, without daylight saving (Puerto Rico, Virgin Islands)",
  "America/New_York": "Eastern (New York)",
  "America/Chicago": "Central (Chicago)",
  "America/Denver": "Mountain (Denver)",
  "America/Phoenix": "Mountain, without daylight saving (Arizona)",
  "America/Los_Angeles": "Pacific (Los Angeles)",
  "America/Anchorage": "Alaska (Anchorage)",
  "America/Adak": "Aleutian Islands (Adak)",
  "Pacific/Honolulu": "Hawaii (Honolulu)",
  "Pacific/Pago_Pago": "American Samoa (Pago Pago)",
  "Pacific/Guam": "Guam and Northern Mariana Islands",
  UTC: "Universal time (UTC)",
});

/** Time zones to choose from, including the current one. */
export const zoneChoices = (own: string): string[] => [...new Set([...Object.keys(ZONES), own])];

/** Name of a time zone for members, such as "Eastern (New York)"; the zone's id if it is not in `ZONES`. */
export const zoneWords = (zone: string): string => ZONES[zone] ?? zone;
