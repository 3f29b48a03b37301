package io.azureccm.e2e.azure.routing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The one supported filter: machines of a flexible scale set. Clients quote the property name. */
final class Filters {
    private static final Pattern EQUALS = Pattern.compile("\\s*'?([A-Za-z/]+)'?\\s+eq\\s+'([^']*)'\\s*");

    private Filters() {}

    static void apply(String filter, List<ObjectNode> all) {
        Matcher matcher = EQUALS.matcher(filter);
        if (!matcher.matches() || !matcher.group(1).equalsIgnoreCase("virtualMachineScaleSet/id")) {
            throw new ArmError(400, "InvalidFilterInQueryString",
                    "Invalid $filter '" + filter + "' specified in the query string.");
        }
        all.removeIf(machine -> !matcher.group(2)
                .equalsIgnoreCase(Json.textOr(machine, "", "properties", "virtualMachineScaleSet", "id")));
    }
}
