package io.azureccm.service.plan.publicip;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.spec.AddressSpec;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The refusals and notices about public IPs that a Service cannot use, or that are replaced. */
record PublicIpTexts(PlannerSettings settings) {
    Refusal notFound(ServiceSpec service, IpFamily family) {
        AddressSpec address = service.address();
        String group = settings.publicIpGroup(address.publicIpResourceGroup());
        String named = address.publicIpNames().get(family);
        return new Refusal("PublicIPNotFound", service.subject(), named == null
                ? "cannot find public IP with IP address " + address.fixedIps().get(family) + " in resource group "
                        + group
                : "PublicIP from annotation azure-pip-name(-IPv6)=" + named + " for service " + service.subject()
                        + " doesn't exist: failed to find PIP " + named + " in resource group " + group);
    }

    Refusal notOwned(ServiceSpec service, PublicIp ip) {
        return new Refusal("NotOwned", service.subject(), "public IP \"" + ip.id().name() + "\" belongs to cluster "
                + ip.cluster() + ", not to " + settings.clusterName());
    }

    /** {@code obstacle}: why it cannot be replaced by one of the family. */
    Refusal familyMismatch(ServiceSpec service, PublicIp ip, IpFamily family, String obstacle) {
        return new Refusal("PublicIPFamilyMismatch", service.subject(),
                "public IP \"" + ip.id().name() + "\" is " + ip.family().azureName() + ", but " + family.azureName()
                        + " is needed; it cannot be recreated: " + obstacle);
    }

    String shown(Map<String, String> ipTags) {
        return ipTags.isEmpty()
                ? "none"
                : ipTags.entrySet()
                        .stream()
                        .map(tag -> tag.getKey() + "=" + tag.getValue())
                        .collect(Collectors.joining(", "));
    }

    Notice taggedElsewhere(PublicIp ip) {
        return Notice.warning(Notice.Source.AZURE, "PublicIPTaggedElsewhere", "public IP " + ip.id().name()
                + " was created for a Service of this cluster, but its tag " + Ownership.CLUSTER_TAG + " names cluster "
                + ip.cluster() + ": it keeps serving, and is neither tagged nor deleted; set the tag to "
                + settings.clusterName() + " to have it managed again");
    }

    /** {@code because}: what changes; {@code address}: the one that is lost. */
    Notice replaced(ArmId id, String because, Optional<String> address) {
        return Notice.warning(Notice.Source.AZURE, "PublicIPReplaced", "public IP " + id.name()
                + " is deleted and recreated because " + because + "; its address "
                + address.map(text -> text + " ").orElse("") + "is released");
    }
}
