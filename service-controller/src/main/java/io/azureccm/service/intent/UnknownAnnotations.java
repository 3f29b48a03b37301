package io.azureccm.service.intent;

import io.azureccm.common.config.parse.NearestName;
import io.azureccm.service.intent.Notice.Source;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds annotations that look like ours and mean nothing: misspelt keys, and settings of ports that the Service does not have. */
final class UnknownAnnotations {
    static final String REASON = "UnknownAnnotation";
    private static final Pattern OURS = Pattern.compile("(azure-|port_).*", Pattern.CASE_INSENSITIVE);
    private static final Pattern OF_PORT = Pattern.compile("port_([0-9]+)_.*");

    private UnknownAnnotations() {}

    /** One notice for each such annotation, in the order of their keys. */
    static List<Notice> of(Map<String, String> annotations, ServiceSpec spec) {
        List<String> numbers = numbers(spec);
        List<Notice> notices = new ArrayList<>();
        for (String key : new TreeSet<>(annotations.keySet())) {
            if (key.startsWith(ServiceAnnotation.PREFIX)) {
                problem(key.substring(ServiceAnnotation.PREFIX.length()), numbers).ifPresent(problem -> notices
                        .add(Notice.warning(Source.SERVICE_CONTROLLER, REASON, "annotation " + key + " " + problem)));
            }
        }
        return notices;
    }

    /** The ports that settings may be about: those of the Service, and the one its nodes tell their health on. */
    private static List<String> numbers(ServiceSpec spec) {
        Stream<Integer> ports = spec.getPorts().stream().map(ServicePort::getPort);
        Stream<Integer> health = Stream.ofNullable(spec.getHealthCheckNodePort()).filter(port -> port > 0);
        return Stream.concat(ports, health).map(String::valueOf).distinct().toList();
    }

    private static Optional<String> problem(String name, List<String> ports) {
        if (!OURS.matcher(name).matches() || isOfService(name))
            return Optional.empty();
        Matcher port = OF_PORT.matcher(name);
        if (!port.matches())
            return Optional.of("is not known, it has no effect" + hint(name, names(ports)));
        String number = port.group(1);
        List<String> ofPort = Stream.of(PortAnnotation.values()).map(setting -> name(setting.key(number))).toList();
        if (!ofPort.contains(name))
            return Optional.of("is not known, it has no effect" + hint(name, ofPort));
        return ports.contains(number)
                ? Optional.empty()
                : Optional
                        .of("has no effect: the Service has no port " + number + ", only " + String.join(", ", ports));
    }

    private static boolean isOfService(String name) {
        return Stream.of(ServiceAnnotation.values())
                .anyMatch(annotation -> annotation == ServiceAnnotation.CONFIGURATIONS
                        ? name(annotation.key()).equalsIgnoreCase(name)
                        : name(annotation.key()).equals(name));
    }

    private static List<String> names(List<String> ports) {
        return Stream.concat(Stream.of(ServiceAnnotation.values()).map(ServiceAnnotation::key),
                ports.stream()
                        .flatMap(port -> Stream.of(PortAnnotation.values()).map(setting -> setting.key(port))))
                .map(UnknownAnnotations::name)
                .toList();
    }

    private static String hint(String name, List<String> known) {
        return NearestName.of(name, known)
                .map(nearest -> ": did you mean " + ServiceAnnotation.PREFIX + nearest + "?")
                .orElse("");
    }

    private static String name(String key) {
        return key.substring(ServiceAnnotation.PREFIX.length());
    }
}
