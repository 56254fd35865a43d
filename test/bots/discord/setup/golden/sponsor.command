{
  "type": 1,
  "name": "sponsor",
  "description": "Give some of your credits to another member",
  "options": [
    {
      "name": "member",
      "description": "Member to give them to",
      "required": true,
      "type": 6
    },
    {
      "name": "credits",
      "description": "Credits to give, out of what you have left",
      "required": true,
      "type": 10,
      "min_value": 0,
      "max_value": 1000000
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
