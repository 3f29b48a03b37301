package io.azureccm.e2e.azure.types;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Cidr;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Parts that use a private address of a subnet: frontends, interface and private link IP configurations. */
public final class IpConfigurations {
    private IpConfigurations() {}

    /** Assigns every part with a subnet its address: static as requested, dynamic as before or the lowest free one. */
    public static void assign(Draft draft, String property) {
        Map<String, ObjectNode> old = Json.objects(draft.oldProperties(), property)
                .stream()
                .collect(Collectors.toMap(IpConfigurations::lower, part -> part, (first, second) -> first));
        SubnetAddresses addresses = new SubnetAddresses(draft.world(), draft.id());
        List<ObjectNode> open = new ArrayList<>();
        for (ObjectNode part : Json.objects(draft.properties(), property)) {
            ObjectNode of = Json.properties(part);
            Optional<String> subnet = Json.text(of, "subnet", "id");
            if (subnet.isEmpty())
                continue;
            Optional<String> wanted = draft.lenient() || isStatic(of)
                    ? Json.text(of, "privateIPAddress")
                    : previous(old.get(lower(part)), subnet.get()).filter(ip -> Cidr.isIpv6(ip) == isIpv6(of));
            if (wanted.isPresent() && isStatic(of) && !draft.lenient()) {
                addresses.checkStatic(draft.childId(property, part), subnet.get(), wanted.get());
            } else if (wanted.isEmpty() || !addresses.keep(subnet.get(), wanted.get()) && !draft.lenient()) {
                // It has none yet, or another resource got it after the last write of this one had failed.
                open.add(part);
                continue;
            }
            of.put("privateIPAddress", wanted.get());
        }
        for (ObjectNode part : open) {
            ObjectNode of = Json.properties(part);
            of.put("privateIPAddress", addresses.take(Json.text(of, "subnet", "id").orElseThrow(), isIpv6(of)));
        }
    }

    private static boolean isStatic(ObjectNode properties) {
        return "Static".equalsIgnoreCase(Json.textOr(properties, "", "privateIPAllocationMethod"));
    }

    private static boolean isIpv6(ObjectNode properties) {
        return "IPv6".equalsIgnoreCase(Json.textOr(properties, "IPv4", "privateIPAddressVersion"));
    }

    private static String lower(ObjectNode part) {
        return Json.name(part).toLowerCase(java.util.Locale.ROOT);
    }

    private static Optional<String> previous(ObjectNode old, String subnet) {
        return old != null && subnet.equalsIgnoreCase(Json.textOr(old, "", "properties", "subnet", "id"))
                ? Json.text(old, "properties", "privateIPAddress")
                : Optional.empty();
    }
}
