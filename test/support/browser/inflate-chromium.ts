import chromium from '@sparticuz/chromium'

// Run as a program of its own, because the package inflates into the folder for temporary files of its process.

await chromium.executablePath()
