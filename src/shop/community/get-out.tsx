import { Link } from "react-router";
import { GoLabel } from "~/ui/go-link";
import { Picture } from "~/ui/picture";
import type { PageTexts } from "~/shop/texts/page-texts";
import type { Picture as StoredPicture } from "~/shop/picture";

/** Address of the blog with the tab of a category. */
const categoryAddress = (blog: string, category: string) => `${blog}?category=${encodeURIComponent(category)}`;

interface GetOutProps {
  texts: PageTexts<"community">["events"];
  picture: StoredPicture | null;
}

/** Suggestions for rides and meetings, over a picture. */
export function GetOut({ texts, picture }: GetOutProps) {
  return (
    <section className="section evts scene scene--bare" aria-labelledby="get-out">
      <Picture picture={picture} sizes="100vw" alt="" className="scene__photo" />
      <div className="wide evts__in">
        <h2 id="get-out">{texts.heading}</h2>
        <div className="evts__row">
          {texts.items.map(({ title, text, button, href, blogCategory }) => (
            <Link key={title} className="evt" to={blogCategory ? categoryAddress(href, blogCategory) : href}>
              <h3>{title}</h3>
              <p>{text}</p>
              <GoLabel>{button}</GoLabel>
            </Link>
          ))}
        </div>
      </div>
    </section>
  );
}
