import { unfurnished } from "@image-staging/furniture/unfurnished";

/**
 * What the model declines whatever the picture shows, in words that a partner can show: room types of photos. The model answers
 * with these, and the playground shows them at the choice.
 */
export const declines = {
  roomTypes: Object.fromEntries(
    Object.entries(unfurnished).map(([type, why]) => [type, `${why}, so there is nothing to stage.`]),
  ),
};
