import { speech } from '../../../src/app/speech.ts'
import { speakBy } from '../../../src/core/text/say.ts'

// What tests import says its texts as the program does.
speakBy(speech)
