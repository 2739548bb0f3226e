export default function BackInStockPage() {
  return <main id="main" />;
}
