import { describe } from 'vitest'
import { testPersonsDay } from './persons-day.ts'

describe('in the room, on Discord', () => testPersonsDay('discord'))
