"""Reading a floor plan and furnishing it by rule."""
