import { endWithUsage, readCommandLine } from '../command-line.ts'
import { type RunningStudio, startStudio } from './server.ts'

const usage = `Usage: npm run studio -- [--port N]

  --port N  listens there instead of on 8701; 0 is a free one`

const values = readCommandLine({ port: { type: 'string', default: '8701' } }, usage)

const readPort = (text: string): number =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535
    ? Number(text)
    : endWithUsage(`--port must be a number from 0 to 65535, not "${text}"`, usage)

const port = readPort(values.port)

const instructions = ({ baseUrl, apiKey }: RunningStudio): string => `The audio service is up.

  base URL  ${baseUrl}
  API key   ${apiKey}

Order a song, then look it up with the task_id of the answer:

  curl -s ${baseUrl}/v2/MusicAI -H 'Authorization: ${apiKey}' -H 'Content-Type: application/json' \\
    -d '{"prompt": "a sea shanty about debugging", "generate_album_cover": true, "lyrics_timestamps": true}'
  curl -s '${baseUrl}/v1/byId?conversionType=MUSIC_AI&task_id=TASK_ID' -H 'Authorization: ${apiKey}'

Ctrl-C ends it.`

const start = async (): Promise<RunningStudio> => {
  try {
    return await startStudio({ port })
  } catch (error) {
    console.error(`The audio service cannot listen on port ${port}: ${error}`)
    process.exit(1)
  }
}

const studio = await start()

const end = async (): Promise<void> => {
  await studio.close()
  process.exit(0)
}
process.once('SIGINT', end)
process.once('SIGTERM', end)

if (process.send === undefined) {
  console.log(instructions(studio))
} else {
  const { baseUrl, apiKey, cdnUrl } = studio
  process.send({ baseUrl, apiKey, cdnUrl })
  process.once('disconnect', end)
}
