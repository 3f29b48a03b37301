package io.azureccm.e2e.azure.throttling;

import io.azureccm.e2e.azure.calls.Route;
import io.azureccm.e2e.azure.wire.ArmRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The compute provider's documented throttling policies, in requests per minute. */
final class ComputePolicies {
    private ComputePolicies() {}

    /** A policy; 0 per resource means that it counts per subscription only. */
    record Policy(String name, int perResource, int perSubscription) {}

    private static final Map<String, Policy> POLICIES = Map.ofEntries(
            Map.entry("PUT virtualmachines", new Policy("UpdateVM", 4, 500)),
            Map.entry("PATCH virtualmachines", new Policy("UpdateVM", 4, 500)),
            Map.entry("DELETE virtualmachines", new Policy("DeleteVM", 4, 500)),
            Map.entry("GET virtualmachines", new Policy("GetVM", 12, 8000)),
            Map.entry("LIST virtualmachines", new Policy("HighCostGet", 0, 300)),
            Map.entry("PUT virtualmachinescalesets", new Policy("UpdateVMScaleSet", 4, 500)),
            Map.entry("PATCH virtualmachinescalesets", new Policy("UpdateVMScaleSet", 4, 500)),
            Map.entry("DELETE virtualmachinescalesets", new Policy("DeleteVMScaleSet", 4, 175)),
            Map.entry("GET virtualmachinescalesets", new Policy("GetVMScaleSet", 12, 800)),
            Map.entry("LIST virtualmachinescalesets", new Policy("HighCostGetVMScaleSet", 0, 360)),
            Map.entry("PUT virtualmachinescalesets/virtualmachines", new Policy("UpdateVMScaleSetVM", 4, 500)),
            Map.entry("DELETE virtualmachinescalesets/virtualmachines", new Policy("DeleteVMScaleSetVM", 4, 500)),
            Map.entry("GET virtualmachinescalesets/virtualmachines", new Policy("GetVMScaleSetVM", 12, 2000)),
            Map.entry("LIST virtualmachinescalesets/virtualmachines", new Policy("HighCostGetVMScaleSet", 10, 360)));

    static Optional<Policy> of(Route route) {
        return Optional.ofNullable(POLICIES.get(route.verb() + " " + route.type().toLowerCase(Locale.ROOT)));
    }

    static Optional<String> subscriptionOf(ArmRequest request) {
        List<String> path = request.segments();
        return path.size() > 1 && path.getFirst().equalsIgnoreCase("subscriptions")
                ? Optional.of(path.get(1))
                : Optional.empty();
    }
}
