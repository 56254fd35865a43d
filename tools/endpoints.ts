import { writeFileSync } from 'node:fs'
import { generatedFiles } from './generated.ts'

// Writes what follows from the records of the endpoints: the tables of the docs, and the studio's
// list of endpoints.

for (const [file, text] of generatedFiles()) writeFileSync(file, text)
