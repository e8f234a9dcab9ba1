def draw_svg(game, view):
    return "<svg xmlns='http://www.w3.org/2000/svg' width='640' height='30'></svg>"
