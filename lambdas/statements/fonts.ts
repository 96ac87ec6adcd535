/** The fonts of a statement's PDF, regular and bold: a package on a laptop, next to the bundle of the function that draws it. */
export const statementFonts = [
  "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
  "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf",
] as const;
