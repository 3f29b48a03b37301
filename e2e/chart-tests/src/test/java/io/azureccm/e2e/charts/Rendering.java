package io.azureccm.e2e.charts;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Renders the charts of this repository for tests of other modules. */
public final class Rendering {
    private Rendering() {}

    /** The objects that a chart renders to with the values of a YAML text, and a registry for the image. */
    public static List<JsonNode> objects(String chart, String values) {
        return RenderedChart.with(chart, values).objects();
    }
}
