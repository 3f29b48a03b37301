package io.azureccm.service.plan.frontend;

import io.azureccm.common.core.PrintableText;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.plan.context.FrontendOwners;
import io.azureccm.service.plan.context.Notices;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Notifies both sides when Services of different namespaces share an address: the Service that it belongs to learns who shares it, the
 * others that it belongs to another namespace.
 */
public final class SharingNotices {
    private static final int MAX_NAMES = 3;

    private final FrontendOwners owners;
    private final Notices notices;
    /** By UID of the Service that an address belongs to, the addresses, and who shares each. */
    private final Map<String, Map<String, Set<String>>> guests = new HashMap<>();
    private final Map<String, ServiceSpec> hosts = new HashMap<>();

    public SharingNotices(FrontendOwners owners, Notices notices) {
        this.owners = owners;
        this.notices = notices;
    }

    /** {@code frontends}: by UID of the Service. */
    public void report(ServiceDecisions services, Map<String, List<FrontendModel>> frontends) {
        Map<String, ServiceSpec> additional = new HashMap<>();
        for (ServiceSpec service : services.all()) {
            if (!service.wanted())
                continue;
            for (FrontendModel frontend : frontends.getOrDefault(service.uid(), List.of())) {
                ServiceSpec owner = owners.of(frontend);
                if (owner != null && owner != service)
                    share(owner, service, frontend.address().orElse(frontend.name()));
            }
            for (String address : services.additionalIps(service)) {
                ServiceSpec first = additional.putIfAbsent(address, service);
                if (first != null)
                    share(first, service, address);
            }
        }
        guests.forEach((uid, byAddress) -> byAddress.forEach((address, names) -> notices.add(hosts.get(uid),
                notice("its address " + address + " is shared by Services of other namespaces: "
                        + PrintableText.first(MAX_NAMES, names, ", ")))));
    }

    private void share(ServiceSpec owner, ServiceSpec guest, String address) {
        if (owner.key().namespace().equals(guest.key().namespace()))
            return;
        hosts.put(owner.uid(), owner);
        guests.computeIfAbsent(owner.uid(), none -> new TreeMap<>())
                .computeIfAbsent(address, none -> new TreeSet<>())
                .add(guest.subject());
        notices.add(guest, notice("shares address " + address + ", which belongs to a Service of another namespace"));
    }

    private static Notice notice(String message) {
        return Notice.normal(Notice.Source.SERVICE_CONTROLLER, "AddressShared", message);
    }
}
