package io.azureccm.service.plan.publicip;

import io.azureccm.common.config.ExtendedLocation;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.plan.context.OnDemandReads;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The properties of public IPs of Services: how one is created, and which tags it has. */
record PublicIpBodies(PlannerSettings settings, OnDemandReads reads) {
    /** A public IP for one family of a Service, tagged with the Service. */
    PublicIp created(ArmId id, ServiceSpec service, IpFamily family, Optional<Map<String, String>> ipTags) {
        boolean standard = settings.cloud().loadBalancer().standard();
        ExtendedLocation edgeZone = settings.cloud().placement().extendedLocation();
        Map<String, String> tags = new LinkedHashMap<>();
        tags.put(Ownership.SERVICES_TAG, service.subject());
        tags.put(Ownership.CLUSTER_TAG, settings.clusterName());
        return PublicIp.created(id, new PublicIp.Location(settings.cloud().location(), edgeZone,
                standard && !edgeZone.isSet() ? reads.zones() : List.of()), settings.cloud().loadBalancer().sku(),
                family,
                standard ? service.address().publicIpPrefixes().getOrDefault(family, "") : "",
                ipTags.orElse(Map.of())).withTags(tags);
    }

    /** The tags plus those of the cloud config, overridden by those of the Service. */
    Map<String, String> tagged(Map<String, String> tags, ServiceSpec service) {
        Map<String, String> wanted = ResourceTags.with(settings.cloud().placement().tags().tags(),
                service.address().publicIpTags());
        return settings.tagged(tags, wanted);
    }
}
