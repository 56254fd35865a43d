// Vite takes style sheets for modules; the packages say nothing of their own.
declare module '@fontsource-variable/inter/wght.css'
declare module 'twemoji-colr-font/twemoji.css'
