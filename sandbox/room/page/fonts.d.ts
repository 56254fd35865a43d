// Vite takes style sheets for modules; the package says nothing of its own.
declare module '@fontsource-variable/inter/wght.css'
