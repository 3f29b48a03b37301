package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.ImmutableProperties;
import io.azureccm.e2e.azure.types.Limits;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;

/** The checks of a public IP address. */
final class PublicIpAddressChecks {
    private static final String LABEL = "[a-z][a-z0-9-]{1,61}[a-z0-9]";

    private PublicIpAddressChecks() {}

    static void all(Draft draft) {
        ObjectNode properties = draft.properties();
        if (PublicIpAddresses.isStandard(draft.body())
                && !"Static".equalsIgnoreCase(Json.textOr(properties, "", "publicIPAllocationMethod")))
            throw ArmError.of("StandardSkuPublicIPAddressesMustBeStatic", draft.id());
        int idle = Json.intOr(properties, 4, "idleTimeoutInMinutes");
        if (idle < 4 || idle > 30)
            throw ArmError.of("PublicIPAddressIdleTimeoutIsOutOfRange", idle);
        if (draft.existing().isEmpty())
            Json.text(properties, "publicIPPrefix", "id")
                    .flatMap(draft.world().store()::get)
                    .ifPresent(prefix -> PublicIpPrefixes.requireFree(draft.world(), prefix));
        label(draft);
        if (draft.existing().isEmpty())
            draft.withinSubscription(Limits.Row.PUBLIC_IP_ADDRESSES, "PublicIPCountLimitReached");
        else
            unchangeable(draft, draft.existing().get());
    }

    private static void label(Draft draft) {
        String label = Json.textOr(draft.properties(), "", "dnsSettings", "domainNameLabel");
        if (label.isEmpty())
            return;
        if (!label.matches(LABEL))
            throw ArmError.of("InvalidDomainNameLabel", label, LABEL);
        String location = Json.textOr(draft.body(), "", "location");
        for (Resource other : draft.world().store().list(draft.id().subscription(), null, PublicIpAddresses.NAME)) {
            // An IPv4 and an IPv6 address may share a label, because they have different record types.
            boolean sameVersion = version(draft.properties()).equalsIgnoreCase(version(other.properties()));
            if (!other.id().key().equals(draft.id().key()) && sameVersion
                    && label.equalsIgnoreCase(Json.textOr(other.properties(), "", "dnsSettings", "domainNameLabel"))
                    && location.equalsIgnoreCase(Json.textOr(other.body(), "", "location")))
                throw ArmError.of("DnsRecordInUse", label, location);
        }
    }

    private static String version(ObjectNode properties) {
        return Json.textOr(properties, "IPv4", "publicIPAddressVersion");
    }

    private static void unchangeable(Draft draft, Resource old) {
        same(draft, old, "PublicIPAddressVersionCannotBeChanged", "publicIPAddressVersion");
        if (!isUpgrade(draft, old))
            ImmutableProperties.sku(draft);
        ImmutableProperties.zones(draft.id().text(), old.body(), draft.body());
        same(draft, old, "PublicIPPrefixOfPublicIPAddressCannotBeChanged", "publicIPPrefix");
        same(draft, old, "IpTagsOnExistingPublicIpCannotBeChanged", "ipTags");
    }

    /**
     * A basic address can be upgraded to standard, keeping its value, while it is static and unused; it cannot be
     * downgraded.
     */
    private static boolean isUpgrade(Draft draft, Resource old) {
        return Json.textOr(old.body(), "Basic", "sku", "name").equalsIgnoreCase("Basic")
                && Json.textOr(draft.body(), "Basic", "sku", "name").equalsIgnoreCase("Standard")
                && Json.textOr(old.properties(), "", "publicIPAllocationMethod").equalsIgnoreCase("Static")
                && draft.world().store().to(old.id().text()).isEmpty();
    }

    private static void same(Draft draft, Resource old, String refusal, String property) {
        String before = comparable(old.properties().get(property));
        String now = comparable(draft.properties().get(property));
        if (!before.equals(now))
            throw ArmError.of(refusal, draft.id(), before, now);
    }

    private static String comparable(JsonNode value) {
        if (value == null || value.isEmpty() && value.isContainerNode())
            return "none";
        return value.isArray()
                ? value.valueStream().map(JsonNode::toString).sorted().toList().toString()
                : value.toString().toLowerCase(java.util.Locale.ROOT);
    }
}
