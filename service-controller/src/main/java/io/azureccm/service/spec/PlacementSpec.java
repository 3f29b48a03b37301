package io.azureccm.service.spec;

import java.util.List;
import java.util.Map;

/**
 * What of a Service decides which load balancer it is on: the configurations that its annotation names (lower case; empty for all),
 * what it says of basic load balancers ("" for the primary one), and its labels.
 */
public record PlacementSpec(List<String> configurations, String mode, Map<String, String> labels) {
    public PlacementSpec {
        configurations = List.copyOf(configurations);
        labels = Map.copyOf(labels);
    }
}
