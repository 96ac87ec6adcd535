"""What happens to a drawn room before the network sees it: crop, light, surfaces, things, camera."""
