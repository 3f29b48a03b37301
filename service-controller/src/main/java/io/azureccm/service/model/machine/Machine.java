package io.azureccm.service.model.machine;

import io.azureccm.service.model.ArmElement;
import io.azureccm.service.model.ArmJson;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The machine of a node: an instance of a uniform scale set, or a virtual machine. */
public sealed interface Machine extends ArmElement permits ScaleSetInstance, VirtualMachine {
    Set<String> NOT_RUNNING = Set.of("unknown", "stopped", "stopping", "deallocated", "deallocating");

    /** A stopped machine joins pools once it is back; a machine without a power state counts as running. */
    default boolean isRunning() {
        if (isInState("Unknown"))
            return false;
        List<String> statuses = ArmJson.list(json(), "properties", "instanceView", "statuses")
                .stream()
                .map(status -> ArmJson.text(status, "code").toLowerCase(Locale.ROOT))
                .toList();
        String power = statuses.stream()
                .filter(code -> code.startsWith("powerstate/"))
                .map(code -> code.substring("powerstate/".length()))
                .findFirst()
                .orElse("unknown");
        return statuses.isEmpty() || !NOT_RUNNING.contains(power);
    }
}
