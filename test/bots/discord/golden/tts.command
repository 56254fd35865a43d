{
  "type": 1,
  "name": "tts",
  "description": "Read a text aloud",
  "options": [
    {
      "name": "text",
      "description": "What is read aloud",
      "required": true,
      "type": 3,
      "max_length": 6000
    },
    {
      "name": "voice",
      "description": "Who reads; start typing a name",
      "required": false,
      "type": 3,
      "autocomplete": true,
      "max_length": 200
    },
    {
      "name": "gender",
      "description": "How the voice sounds, where no voice is named",
      "required": false,
      "type": 3,
      "choices": [
        {
          "name": "Male",
          "value": "male"
        },
        {
          "name": "Female",
          "value": "female"
        }
      ]
    },
    {
      "name": "sample",
      "description": "Address of a recording of the voice to imitate, without music",
      "required": false,
      "type": 3,
      "max_length": 2000
    }
  ],
  "contexts": [
    0,
    1
  ],
  "integration_types": [
    0
  ]
}
