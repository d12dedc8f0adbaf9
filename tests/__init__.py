"""What must hold: units, golden files, properties, differences between engines, and who may import whom."""
