export default function QuestionsPage() {
  return <main id="main" />;
}
