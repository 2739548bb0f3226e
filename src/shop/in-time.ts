/** Waiting time in seconds as text, rounded up: "in 3 minutes", "in 5 hours", "in 2 days". */
export function inTime(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return "in a minute";
  const hours = Math.ceil(minutes / 60);
  if (hours <= 2) return `in ${minutes} minutes`;
  return hours < 48 ? `in ${hours} hours` : `in ${Math.ceil(hours / 24)} days`;
}
