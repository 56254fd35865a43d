{
  "type": 1,
  "name": "privacy",
  "description": "What is kept of you here; have it as a file, or delete it",
  "options": [
    {
      "type": 1,
      "name": "show",
      "description": "What is kept of you here, for how long, and who can see it",
      "options": []
    },
    {
      "type": 1,
      "name": "export",
      "description": "Get what is kept of you here as a file",
      "options": [
        {
          "name": "from",
          "description": "Where to go on, as the button of the part before says; the beginning, if left out",
          "required": false,
          "type": 3,
          "max_length": 60
        }
      ]
    },
    {
      "type": 1,
      "name": "delete",
      "description": "Delete what is kept of you here",
      "options": [
        {
          "name": "sure",
          "description": "Delete it all at once; I ask first, if left out",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Yes, delete it",
              "value": "yes"
            }
          ]
        }
      ]
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
