{
  "type": 1,
  "name": "privacy",
  "description": "See, export or delete your data here",
  "options": [
    {
      "type": 1,
      "name": "show",
      "description": "See what's stored about you here",
      "options": []
    },
    {
      "type": 1,
      "name": "consent",
      "description": "Allow or decline use of your clips",
      "options": [
        {
          "name": "answer",
          "description": "Whether others can use your clips here (default: just show your answer)",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Allow: others can use your clips",
              "value": "allow"
            },
            {
              "name": "Decline: others can't use your clips",
              "value": "decline"
            },
            {
              "name": "Forget: remove your answer",
              "value": "forget"
            }
          ]
        }
      ]
    },
    {
      "type": 1,
      "name": "export",
      "description": "Export your data here as a file",
      "options": []
    },
    {
      "type": 1,
      "name": "delete",
      "description": "Delete your data here",
      "options": [
        {
          "name": "sure",
          "description": "Delete without asking first (default: ask)",
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
