/** One instruction of a Dockerfile, such as `{ name: 'RUN', value: 'npm ci' }`. */
export interface Instruction {
  name: string
  value: string
}

/**
 * Reads a Dockerfile: comments out, continued lines joined.
 * https://docs.docker.com/reference/dockerfile/#format
 */
export const parseDockerfile = (text: string): Instruction[] =>
  text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', value = ''] = /^\s*([A-Za-z]+)\s+(.*)$/.exec(line) ?? []
      return { name: name.toUpperCase(), value }
    })

/** The instructions of each stage, which begins with its FROM. */
export const stagesOf = (instructions: readonly Instruction[]): Instruction[][] => {
  const stages: Instruction[][] = []
  for (const instruction of instructions) {
    if (instruction.name === 'FROM') stages.push([])
    stages.at(-1)?.push(instruction)
  }
  return stages
}
