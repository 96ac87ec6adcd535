import { listen } from "@image-staging/local-cloud/http";

/** A web server on loopback that has these pictures, each under `/<name>`, and answers 404 for anything else. */
export function servePictures(pictures: Record<string, Buffer>) {
  const served = new Map(Object.entries(pictures).map(([name, picture]) => [`/${name}`, picture]));
  return listen(0, ({ url = "" }, response) => {
    const picture = served.get(url);
    response.writeHead(picture ? 200 : 404).end(picture);
  });
}
