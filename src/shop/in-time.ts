/** Waiting time in seconds as text, rounded up: "in 3 minutes", "in 5 hours", "in 2 days". */
export function inTime(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return "in a minute";
  if (minutes < 120) return `in ${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours < 48 ? `in ${hours} hours` : `in ${Math.ceil(hours / 24)} days`;
}
