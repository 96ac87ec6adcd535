import { unfurnished } from "@image-staging/furniture/unfurnished";

/**
 * What the model declines whatever the picture shows, in words that a partner can show: modes, and room types of photos.
 * The model answers with these, and the playground shows them at the choice.
 */
export const declines = {
  modes: {
    clean:
      "Clearing a room takes a trained model, and this service runs without one. Send a photo of the empty room to have it furnished.",
  },
  roomTypes: Object.fromEntries(
    Object.entries(unfurnished).map(([type, why]) => [type, `${why}, so there is nothing to stage.`]),
  ),
};
