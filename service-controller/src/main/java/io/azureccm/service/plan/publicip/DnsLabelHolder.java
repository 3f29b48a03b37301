package io.azureccm.service.plan.publicip;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.condition.AzureRefusal;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.spec.ServiceSpec;
import java.util.List;
import java.util.Optional;

/** Tells which known public IP has the DNS label that Azure does not give to a Service, and whose it is. Pure. */
public record DnsLabelHolder(ObservedState observed, List<ServiceSpec> services) {
    /** A sentence without a full stop; empty if something else was refused, or the label is that of an unknown public IP. */
    public Optional<String> text(ServiceSpec service, Refusal refusal) {
        if (AzureRefusal.of(0, refusal.code(), "") != AzureRefusal.DNS_NAME_TAKEN)
            return Optional.empty();
        return service.address()
                .dnsLabel()
                .flatMap(label -> observed.publicIps()
                        .labelled(label)
                        .stream()
                        .filter(ip -> !ip.services().contains(service.subject()))
                        .findFirst()
                        .map(ip -> "the DNS label \"" + label + "\" is that of public IP " + ip.name()
                                + " in resource group "
                                + ip.id().resourceGroup() + owner(service, ip)));
    }

    private String owner(ServiceSpec asking, PublicIp ip) {
        if (ip.services().isEmpty())
            return ", which no Service owns: use another label, or remove it there";
        String owner = ip.services().getFirst();
        String cluster = ip.cluster().isEmpty() ? "" : " of cluster " + ip.cluster();
        boolean exists = services.stream()
                .anyMatch(each -> each.wanted() && each.subject().equalsIgnoreCase(owner));
        String named = asking.isInNamespaceOf(owner) ? "Service " + owner : "a Service of another namespace";
        return exists
                ? ", of " + named + ": use another label"
                : ", which was for " + named + cluster
                        + " and is left over: use another label, or delete that public IP";
    }
}
