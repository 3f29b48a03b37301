package io.azureccm.service.spec.parse;

import static io.azureccm.service.spec.parse.AnnotationKeys.nameOf;

import io.azureccm.common.config.value.NearestName;
import io.azureccm.service.spec.AccessSpec;
import io.azureccm.service.spec.AddressSpec;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.Notice.Source;
import io.azureccm.service.spec.parse.ServiceAnnotation.Exposure;
import io.azureccm.service.spec.parse.ServiceAnnotation.Type;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds annotations without effect that were probably meant to have one: misspelt keys, keys without the prefix or with another one,
 * settings of ports that the Service does not have. If such a key would have made the Service internal or restricted access to it, and it
 * is open to the Internet, the notice says so.
 */
record UnknownAnnotations(Map<String, String> annotations, List<String> ports, Reach reach) {
    static final String REASON = "UnknownAnnotation";
    /** Further notices are dropped. */
    private static final int MAX_NOTICES = 20;
    private static final Pattern OURS = Pattern.compile("(azure-|port_).*", Pattern.CASE_INSENSITIVE);
    private static final Pattern OF_PORT = Pattern.compile("port_([0-9]+)_.*");

    /** How a Service can be reached according to its valid settings. */
    enum Reach {
        /** From the virtual network. */
        INTERNAL(""),
        /** Not from everywhere, according to its own settings. */
        LIMITED(""),
        /** From the entire Internet. */
        INTERNET("; the Service is reachable from the Internet"),
        /** From the entire Internet, as soon as a mistake is fixed that prevents it from being served. */
        INTERNET_ONCE_SERVED("; the Service will be reachable from the Internet once it can be served");

        private final String text;

        Reach(String text) {
            this.text = text;
        }

        static Reach of(AddressSpec address, AccessSpec access, boolean served) {
            if (address.internal())
                return INTERNAL;
            if (!access.admitsInternet())
                return LIMITED;
            return served ? INTERNET : INTERNET_ONCE_SERVED;
        }
    }

    /** A key without effect, the problem, and the key that was probably meant. */
    private record Finding(String key, String problem, Optional<String> meant) {}

    /** One notice for each such annotation, sorted by key. */
    static List<Notice> of(Map<String, String> annotations, ServiceSpec spec, Reach reach) {
        UnknownAnnotations unknown = new UnknownAnnotations(annotations, numbers(spec), reach);
        return new TreeSet<>(annotations.keySet()).stream()
                .flatMap(key -> unknown.finding(key).stream())
                .limit(MAX_NOTICES)
                .map(finding -> Notice.warning(Source.SERVICE_CONTROLLER, REASON, unknown.message(finding))
                        .alsoInCondition())
                .toList();
    }

    private String message(Finding finding) {
        boolean exposes = finding.meant().filter(meant -> asksForLess(meant, finding.key())).isPresent();
        return "annotation " + finding.key() + " " + finding.problem()
                + finding.meant().map(meant -> ": did you mean " + meant + "?").orElse("")
                + (exposes ? reach.text : "");
    }

    /** True if the value, under the correct key, would restrict who can reach the Service. */
    private boolean asksForLess(String meant, String key) {
        String value = value(key);
        return Stream.of(ServiceAnnotation.values())
                .filter(annotation -> annotation.key().equals(meant))
                .filter(annotation -> annotation.exposure() != Exposure.UNCHANGED)
                .anyMatch(annotation -> annotation.type() == Type.FLAG
                        ? !value.equalsIgnoreCase("false") && !value.isEmpty()
                        : !value.isEmpty());
    }

    private String value(String key) {
        return annotations.get(key) == null ? "" : AnnotationReader.trimmed(annotations.get(key));
    }

    private Optional<Finding> finding(String key) {
        boolean prefixed = key.startsWith(ServiceAnnotation.PREFIX);
        String name = nameOf(key);
        if (prefixed && isOfService(name))
            return Optional.empty();
        if (prefixed && OURS.matcher(name).matches())
            return ours(key, name);
        if (reach != Reach.INTERNAL && OtherProviders.askForInternal(key, value(key))) {
            return Optional.of(new Finding(key, "belongs to another cloud provider and has no effect here",
                    Optional.of(ServiceAnnotation.INTERNAL.key())));
        }
        return AnnotationKeys.meant(key)
                .filter(meant -> !annotations.containsKey(meant))
                .map(meant -> new Finding(key, "is unknown and has no effect", Optional.of(meant)));
    }

    /** A key with the prefix of this controller whose name begins like its annotations. */
    private Optional<Finding> ours(String key, String name) {
        Matcher port = OF_PORT.matcher(name);
        if (!port.matches()) {
            return Optional.of(new Finding(key, "is unknown and has no effect",
                    AnnotationKeys.meant(key)
                            .or(() -> AnnotationKeys.withOneWordMore(name))
                            .or(() -> nearest(name, names(name)))));
        }
        String number = port.group(1);
        List<String> ofPort = Stream.of(PortAnnotation.values()).map(setting -> nameOf(setting.key(number))).toList();
        if (!ofPort.contains(name))
            return Optional.of(new Finding(key, "is unknown and has no effect", nearest(name, ofPort)));
        return ports.contains(number)
                ? Optional.empty()
                : Optional.of(new Finding(key, "has no effect: the Service has no port " + number + ", only "
                        + String.join(", ", ports), Optional.empty()));
    }

    /** The ports that settings may refer to: those of the Service, and its health check node port. */
    private static List<String> numbers(ServiceSpec spec) {
        Stream<Integer> ports = spec.getPorts().stream().map(ServicePort::getPort);
        Stream<Integer> health = Stream.ofNullable(spec.getHealthCheckNodePort()).filter(port -> port > 0);
        return Stream.concat(ports, health).map(String::valueOf).distinct().toList();
    }

    private static boolean isOfService(String name) {
        return Stream.of(ServiceAnnotation.values())
                .anyMatch(annotation -> annotation == ServiceAnnotation.CONFIGURATIONS
                        ? nameOf(annotation.key()).equalsIgnoreCase(name)
                        : nameOf(annotation.key()).equals(name));
    }

    /** The names that may have been meant: settings of a port of the Service, or of the Service. */
    private List<String> names(String name) {
        return name.toLowerCase(Locale.ROOT).startsWith("port_")
                ? ports.stream()
                        .flatMap(port -> Stream.of(PortAnnotation.values()).map(setting -> nameOf(setting.key(port))))
                        .toList()
                : Stream.of(ServiceAnnotation.values())
                        .filter(annotation -> AnnotationKeys.mayMean(name, annotation))
                        .map(annotation -> nameOf(annotation.key()))
                        .toList();
    }

    private static Optional<String> nearest(String name, List<String> known) {
        return NearestName.of(name, known).map(nearest -> ServiceAnnotation.PREFIX + nearest);
    }
}
