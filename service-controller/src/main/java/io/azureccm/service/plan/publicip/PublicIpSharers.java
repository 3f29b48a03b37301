package io.azureccm.service.plan.publicip;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.limit.TagLimits;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.plan.context.AddressOwners;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.parse.ServiceAnnotation;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decides which Services can share a managed public IP: its tag {@link Ownership#SERVICES_TAG} names all of them, and Azure limits the
 * length of its value. Services that are in the tag keep their place; the others get one in order of age, as long as the name fits. Those
 * that already show the address come first, and those that cannot be served for another reason last. Pure.
 */
final class PublicIpSharers {
    private final PublicIpSelection selection;
    private final ServiceDecisions services;
    private final AddressOwners owners;
    private final Set<String> excluded = new HashSet<>();
    private final Map<ArmId, Set<String>> admitted = new HashMap<>();
    private Set<String> leaving;

    PublicIpSharers(PublicIpSelection selection, ServiceDecisions services, AddressOwners owners) {
        this.selection = selection;
        this.services = services;
        this.owners = owners;
    }

    /** Why the Service cannot share the public IP; {@code ip}: as planned for older Services. */
    Optional<Refusal> refusal(ServiceSpec service, PublicIp ip) {
        if (contains(ip, service) || admitted.computeIfAbsent(ip.id(), id -> admit(ip)).contains(service.uid()))
            return Optional.empty();
        return Optional.of(new Refusal("PublicIPFull", service.subject(), "public IP " + ip.id().name()
                + " is shared by " + ip.services().size() + " Services, and its tag " + Ownership.SERVICES_TAG
                + ", whose value Azure limits to " + TagLimits.MAX_VALUE_LENGTH + " characters, has no room for \""
                + service.subject() + "\": use a public IP of its own, without a fixed address or with annotation "
                + ServiceAnnotation.PIP_NAME.key() + ", or one that was created without this tag, which any number of "
                + "Services can share"));
    }

    /** The Service is refused for another reason: its place is for younger ones. */
    void exclude(ServiceSpec service) {
        excluded.add(service.uid());
        admitted.clear();
    }

    /** The Services, by UID, whose names are added to the tag. */
    private Set<String> admit(PublicIp ip) {
        Set<String> admitted = new HashSet<>();
        int length = length(ip.services().stream().filter(this::stays).toList());
        List<ServiceSpec> open = services.all()
                .stream()
                .filter(service -> services.plans(service, Stage.ADDRESS) && selects(service, ip)
                        && !contains(ip, service))
                .sorted(Comparator
                        .comparing((ServiceSpec service) -> !services.statusIps(service).contains(ip.address()))
                        .thenComparing(service -> !services.plans(service, Stage.TRAFFIC))
                        .thenComparing(ServiceSpec.BY_AGE))
                .toList();
        for (ServiceSpec service : open) {
            int with = length + (length == 0 ? 0 : 1) + service.subject().length();
            if (with <= TagLimits.MAX_VALUE_LENGTH) {
                admitted.add(service.uid());
                length = with;
            }
        }
        return admitted;
    }

    private boolean selects(ServiceSpec service, PublicIp ip) {
        return !service.address().internal() && !excluded.contains(service.uid())
                && service.address().families().contains(ip.family())
                && selection.of(service, ip.family()).filter(ip.id()::equals).isPresent()
                && owners.obstacle(service, ip).isEmpty();
    }

    /** False for a Service that is being deleted: the same write removes its name. */
    private boolean stays(String name) {
        if (leaving == null) {
            leaving = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
            services.all().stream().filter(service -> !service.wanted()).forEach(gone -> leaving.add(gone.subject()));
            services.all().stream().filter(ServiceSpec::wanted).forEach(same -> leaving.remove(same.subject()));
        }
        return !leaving.contains(name);
    }

    private static boolean contains(PublicIp ip, ServiceSpec service) {
        return ip.services().stream().anyMatch(service.subject()::equalsIgnoreCase);
    }

    /** The tags with the Service added to the tag; unchanged if its name does not fit and others are in it. */
    static Map<String, String> with(Map<String, String> tags, String service) {
        Map<String, String> with = Ownership.withService(tags, service);
        return Ownership.services(tags).isEmpty() || length(Ownership.services(with)) <= TagLimits.MAX_VALUE_LENGTH
                ? with
                : tags;
    }

    private static int length(List<String> names) {
        return String.join(",", names).length();
    }
}
