package io.azureccm.service.spec.parse;

import io.azureccm.common.core.Refusal;
import io.azureccm.service.spec.AccessSpec;
import io.azureccm.service.spec.AddressSpec;
import io.azureccm.service.spec.Age;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.PlacementSpec;
import io.azureccm.service.spec.PrivateLinkSpec;
import io.azureccm.service.spec.ServiceKey;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import io.azureccm.service.spec.TrafficSpec;
import io.fabric8.kubernetes.api.model.LoadBalancerIngress;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Parses a Service into its spec. Never throws because of user input: an invalid value stops the Service at the part it belongs to. */
public record ServiceSpecParser(SpecSettings settings) {
    /** Which Services are served. */
    public LoadBalancerClass served() {
        return settings.served();
    }

    /**
     * The spec of a Service that is served here, or by another controller, which wants what this one would and tells of mistakes itself.
     * {@code sequence} orders Services created within the same second, see {@link Age}.
     */
    public ServiceSpec parse(Service service, long sequence) {
        ObjectMeta meta = service.getMetadata();
        var spec = service.getSpec();
        ServiceKey key = new ServiceKey(meta.getNamespace(), meta.getName());
        String subject = key.toString();
        LoadBalancerClass served = settings.served();
        boolean here = served.wants(service) && !served.needsCleanup(service) && meta.getDeletionTimestamp() == null;
        boolean wanted = here || served.isServedElsewhere(service);
        AnnotationReader addressAnnotations = new AnnotationReader(subject, meta.getAnnotations());
        AnnotationReader trafficAnnotations = new AnnotationReader(subject, meta.getAnnotations());
        AnnotationReader accessAnnotations = new AnnotationReader(subject, meta.getAnnotations());
        AddressSpec address = new AddressReader(spec, addressAnnotations, accessAnnotations, settings.tenants()).read();
        TrafficSpec traffic = new TrafficReader(spec, trafficAnnotations, settings, address).read();
        AccessSpec access = new AccessReader(spec, accessAnnotations, address, traffic.floatingIp(),
                settings.tenants()).read();
        AnnotationReader linkAnnotations = new AnnotationReader(subject, meta.getAnnotations());
        PrivateLinkSpec privateLink = new PrivateLinkReader(linkAnnotations, settings).read(address,
                traffic.floatingIp());
        Optional<Stop> stop = leftElsewhere(service, subject).or(() -> stop(Stage.ADDRESS, addressAnnotations))
                .or(() -> stop(Stage.TRAFFIC, trafficAnnotations))
                .or(() -> stop(Stage.ACCESS, accessAnnotations))
                .or(() -> stop(Stage.PRIVATE_LINK, linkAnnotations));
        UnknownAnnotations.Reach reach = UnknownAnnotations.Reach.of(address, access,
                stop.filter(each -> each.stage() != Stage.PRIVATE_LINK).isEmpty());
        Age age = new Age(meta.getCreationTimestamp() == null ? "" : meta.getCreationTimestamp(), sequence);
        return new ServiceSpec(key, meta.getUid(), age, wanted, address, traffic, access, privateLink,
                placement(meta), here ? stop : Optional.empty(),
                here
                        ? notices(service, reach, addressAnnotations, trafficAnnotations, accessAnnotations,
                                linkAnnotations)
                        : List.of());
    }

    private static List<Notice> notices(Service service, UnknownAnnotations.Reach reach,
            AnnotationReader... readers) {
        Map<String, String> annotations = service.getMetadata().getAnnotations();
        Stream<Notice> unknown = annotations == null
                ? Stream.of()
                : UnknownAnnotations.of(annotations, service.getSpec(), reach).stream();
        return Stream.concat(unknown, Stream.of(readers).flatMap(reader -> reader.notices().stream()))
                .distinct()
                .toList();
    }

    /** Two controllers would remove and create resources of the same names. */
    private Optional<Stop> leftElsewhere(Service service, String subject) {
        if (!settings.served().isLeftElsewhere(service))
            return Optional.empty();
        String finalizer = LoadBalancerClass.SHARED_FINALIZER;
        return Optional.of(new Stop(Stage.ADDRESS, new Refusal("LeftElsewhere", subject, "finalizer " + finalizer
                + ": the controller of Services without a loadBalancerClass removes what it created for this Service first;"
                + " remove the finalizer by hand only if no such controller runs and nothing of the Service is left in Azure")));
    }

    private static Optional<Stop> stop(Stage stage, AnnotationReader annotations) {
        Optional<Refusal> problem = annotations.problem();
        return problem.map(refusal -> new Stop(stage, refusal));
    }

    private static PlacementSpec placement(ObjectMeta meta) {
        Map<String, String> annotations = meta.getAnnotations() == null ? Map.of() : meta.getAnnotations();
        List<String> configurations = annotations.entrySet()
                .stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(ServiceAnnotation.CONFIGURATIONS.key()))
                .flatMap(entry -> Stream.of(entry.getValue().split(",")))
                .map(name -> AnnotationReader.trimmed(name).toLowerCase(Locale.ROOT))
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
        return new PlacementSpec(configurations,
                AnnotationReader.trimmed(annotations.getOrDefault(ServiceAnnotation.MODE.key(), "")),
                meta.getLabels() == null ? Map.of() : meta.getLabels());
    }

    /** The addresses in the status. */
    public static List<String> statusIps(Service service) {
        if (service.getStatus() == null || service.getStatus().getLoadBalancer() == null
                || service.getStatus().getLoadBalancer().getIngress() == null) {
            return List.of();
        }
        return service.getStatus()
                .getLoadBalancer()
                .getIngress()
                .stream()
                .map(LoadBalancerIngress::getIp)
                .filter(Objects::nonNull)
                .toList();
    }
}
