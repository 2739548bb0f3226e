export default function ReviewsPage() {
  return <main id="main" />;
}
