import { testHalf } from '../../support/simulation/half.ts'

testHalf(1)
