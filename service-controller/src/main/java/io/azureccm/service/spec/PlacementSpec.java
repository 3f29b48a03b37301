package io.azureccm.service.spec;

import java.util.List;
import java.util.Map;

/**
 * The parts of a Service that determine its load balancer: the configurations that its annotation names (lower case; empty for all), its
 * mode for basic load balancers ("" for the primary one), and its labels.
 */
public record PlacementSpec(List<String> configurations, String mode, Map<String, String> labels) {
    public PlacementSpec {
        configurations = List.copyOf(configurations);
        labels = Map.copyOf(labels);
    }
}
