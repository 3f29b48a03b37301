package io.azureccm.e2e.suite.admission;

import static io.azureccm.e2e.suite.admission.AdmissionPolicies.badProbePort;
import static io.azureccm.e2e.suite.admission.AdmissionPolicies.badTiming;
import static io.azureccm.e2e.suite.admission.AdmissionPolicies.literal;
import static io.azureccm.e2e.suite.admission.AdmissionPolicies.named;
import static io.azureccm.e2e.suite.admission.AdmissionPolicies.port;
import static io.azureccm.e2e.suite.admission.AdmissionPolicies.split;
import static io.azureccm.e2e.suite.admission.Cel.has;
import static io.azureccm.e2e.suite.admission.Cel.isUnclearFlag;
import static io.azureccm.e2e.suite.admission.Cel.isUnclearProtocol;
import static io.azureccm.e2e.suite.admission.Cel.key;
import static io.azureccm.e2e.suite.admission.Cel.quoted;
import static io.azureccm.e2e.suite.admission.Cel.raw;
import static io.azureccm.e2e.suite.admission.Cel.trimmed;
import static io.azureccm.service.spec.parse.ServiceAnnotation.*;

import io.azureccm.common.core.Ownership;
import io.azureccm.service.spec.parse.OtherProviders;
import io.azureccm.service.spec.parse.PortAnnotation;
import io.azureccm.service.spec.parse.ServiceAnnotation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The validations for what the parser tells of and reads all the same. */
record WarningRules(PolicyText policy) {
    /** A Service with more annotations is not searched for unknown ones. */
    private static final int MAX_KEYS = 300;
    private static final int MAX_NAME_LENGTH = 64;
    private static final String WRONG = "an annotation of the Service has no effect or not the one that was meant";

    void write() {
        flags();
        protocols();
        pairs(PIP_TAGS);
        reservedTags();
        pairs(PIP_IP_TAGS);
        ranges();
        destinations();
        unknown();
    }

    private void flags() {
        for (ServiceAnnotation annotation : ServiceAnnotation.values()) {
            if (annotation.type() == Type.FLAG)
                policy.validation("!(" + readWhen(annotation) + ") || !" + isUnclearFlag(key(annotation)),
                        named(annotation, "is read as false: write \"true\" or \"false\""), WRONG);
        }
        for (PortAnnotation setting : List.of(PortAnnotation.NO_RULE, PortAnnotation.NO_PROBE)) {
            String key = port("p", setting);
            policy.problems("unclear" + setting.name().replace("_", "").toLowerCase(java.util.Locale.ROOT),
                    "variables.ports.filter(p, " + isUnclearFlag(key) + ").map(p, 'annotation ' + " + key
                            + " + '=\"' + "
                            + Cel.shown(raw(key)) + " + '\": is read as false: write \"true\" or \"false\"')",
                    WRONG);
        }
    }

    /** Where the parser reads an annotation at all. */
    private static String readWhen(ServiceAnnotation annotation) {
        return switch (annotation) {
            case HIGH_AVAILABILITY_PORTS -> "variables.internal && variables.standard";
            case DISABLE_FLOATING_IP -> "!variables.ha";
            case PLS_PROXY_PROTOCOL -> "variables.privateLink";
            default -> "true";
        };
    }

    private void protocols() {
        String own = port("p", PortAnnotation.PROBE_PROTOCOL);
        String used = "(" + has(own) + " ? " + own + " : " + key(PROBE_PROTOCOL) + ")";
        policy.problems("protocols",
                "variables.probed.filter(p, (" + has(own) + " || !has(p.appProtocol) && " + has(key(PROBE_PROTOCOL))
                        + ") && " + isUnclearProtocol(used) + ").map(p, 'annotation ' + " + used + " + '=\"' + "
                        + Cel.shown(raw(used))
                        + " + '\": is read as tcp: write \"tcp\", \"http\" or \"https\"')",
                WRONG);
        policy.problems("leftOut",
                "variables.ha && !variables.shared ? variables.tcp.filter(p, " + badProbePort("p") + " || "
                        + badTiming("p.port")
                        + ").map(p, 'the rule for all ports is not probed on port ' + string(p.port) + ': look at "
                        + "its node port and its probe settings') : []",
                WRONG);
    }

    private void pairs(ServiceAnnotation annotation) {
        policy.validation("!(" + has(key(annotation)) + ") || " + split(annotation)
                + ".all(p, p.matches(r'^[" + Cel.BLANK + "]*$|^[^=]*[^=" + Cel.BLANK + "][^=]*=[^=]*$'))",
                named(annotation,
                        "what is no name=value is left out: write name=value, separated by commas"),
                WRONG);
    }

    private void reservedTags() {
        String blanks = "[\\s\\p{Z}\\p{Cc}\\p{Cf}]*";
        policy.validation("!(" + has(key(PIP_TAGS)) + ") || !" + split(PIP_TAGS) + ".exists(p, p.matches(r'^" + blanks
                + "(?i:" + String.join("|", Ownership.TAGS) + ")" + blanks + "=[^=]*$'))",
                named(PIP_TAGS,
                        "tags that say whose a public IP is are left out: " + String.join(", ", Ownership.TAGS)),
                WRONG);
    }

    private void ranges() {
        policy.validation("variables.sourceRanges.size() == 0 || !(" + has(key(ALLOWED_SERVICE_TAGS)) + ")", literal(
                "spec.loadBalancerSourceRanges is used together with annotation " + ALLOWED_SERVICE_TAGS.key()
                        + ": the security group admits both, kube-proxy only the ranges; move the ranges to annotation "
                        + ALLOWED_IP_RANGES.key()),
                WRONG);
        policy.validation("variables.sourceRanges.size() > 500 || variables.sourceRanges.all(r, " + isRange("r") + ")",
                literal("spec.loadBalancerSourceRanges contains invalid ranges, they are ignored: a range is an address, a "
                        + "slash and the number of leading bits, with all other bits zero, such as 10.1.0.0/16"),
                WRONG);
        for (ServiceAnnotation annotation : List.of(ALLOWED_IP_RANGES, SOURCE_RANGES)) {
            policy.validation(
                    "!(" + has(key(annotation)) + ") || " + split(annotation) + ".all(r, " + isRange("r") + ")",
                    named(annotation,
                            "ranges that cannot be used are ignored: a range is an address, a slash and the number of "
                                    + "leading bits, with all other bits zero, such as 10.1.0.0/16"),
                    WRONG);
        }
    }

    private void destinations() {
        policy.validation("!variables.floating || " + Cel.text(DESTINATION_RANGES) + " == ''",
                named(DESTINATION_RANGES, "has no effect without annotation " + DISABLE_FLOATING_IP.key()
                        + "=\"true\", and none with high availability ports"),
                WRONG);
    }

    static String isRange(String text) {
        String range = trimmed(text);
        return "(isCIDR(" + range + ") && cidr(" + range + ").masked() == cidr(" + range + "))";
    }

    private void unknown() {
        String name = "k.substring(" + PREFIX.length() + ")";
        String names = Stream.of(ServiceAnnotation.values())
                .map(WarningRules::name)
                .map(Cel::quoted)
                .collect(Collectors.joining(", "));
        policy.variable("known", "[" + names + "]");
        policy.variable("numbers",
                "variables.ports.map(p, string(p.port)) + (object.spec.?healthCheckNodePort.orValue(0) > 0 ? "
                        + "[string(object.spec.healthCheckNodePort)] : [])");
        String settings = Stream.of(PortAnnotation.values())
                .map(setting -> setting.key(0).substring((PREFIX + "port_0_").length()))
                .collect(Collectors.joining("|"));
        String isOfPort = name + ".matches('^port_[0-9]+_(" + settings + ")$')";
        policy.variable("unknownKeys",
                "variables.ann.size() > " + MAX_KEYS + " ? [] : variables.ann.filter(k, k.startsWith('" + PREFIX
                        + "') && " + name + ".matches('(?i)^(azure-|port_)') && !(" + name + " in variables.known) && "
                        + name
                        + ".lowerAscii() != '" + name(CONFIGURATIONS) + "' && !(" + isOfPort + " && " + name
                        + ".find('[0-9]+') in variables.numbers))");
        policy.variable("nearest", "variables.unknownKeys.size() == 0 ? [] : [variables.unknownKeys[0].substring("
                + PREFIX.length() + ")].map(w, variables.known.filter(n, " + isOneSlipAway("w", "n") + "))[0]");
        policy.problems("unknown", "variables.unknownKeys.map(k, 'annotation ' + k + (" + isOfPort
                + " ? ' has no effect: the Service has no port ' + " + name
                + ".find('[0-9]+') : ' is unknown and has no effect')"
                + " + (k == variables.unknownKeys[0] && variables.nearest.size() > 0 ? ': did you mean " + PREFIX
                + "' + variables.nearest[0] + '?' : '; the keys are in docs/resources/service/annotations.md'))",
                WRONG);
        displaced();
        otherProviders();
    }

    /** Names of the catalogue without the prefix, with another one of Kubernetes or Azure, or with words joined otherwise. */
    private void displaced() {
        Map<String, String> meant = new LinkedHashMap<>();
        for (ServiceAnnotation annotation : ServiceAnnotation.values()) {
            meant.put(name(annotation), name(annotation));
        }
        for (ServiceAnnotation annotation : ServiceAnnotation.values()) {
            if (annotation.exposure() != Exposure.UNCHANGED)
                meant.putIfAbsent(name(annotation).replaceFirst("^azure-", ""), name(annotation));
        }
        policy.variable("meant", meant.entrySet()
                .stream()
                .map(entry -> quoted(entry.getKey()) + ": " + quoted(entry.getValue()))
                .collect(Collectors.joining(", ", "{", "}")));
        String folded = "k.substring(k.indexOf('/') + 1).lowerAscii().replace('_', '-').replace('.', '-')"
                + ".replace('loadbalancer', 'load-balancer').replace('-lb-', '-load-balancer-')";
        policy.problems("displaced", "variables.ann.size() > " + MAX_KEYS + " ? [] : variables.ann.filter(k, "
                + "(!k.contains('/') || k.matches(r'^(?i:([^/]*\\.)?(kubernetes\\.io|k8s\\.io|azure\\.com))/')) && !(k.startsWith('"
                + PREFIX + "') && k.substring(" + PREFIX.length() + ").matches('(?i)^(azure-|port_)')) && " + folded
                + " in variables.meant && !(('" + PREFIX + "' + variables.meant[" + folded + "]) in variables.ann))"
                + ".map(k, 'annotation ' + k + ' is unknown and has no effect: did you mean " + PREFIX
                + "' + variables.meant["
                + folded + "] + '?')", WRONG);
    }

    /** Whether one letter is missing, added or wrong, or two neighbours are swapped: beginning and end are the same. */
    private static String isOneSlipAway(String written, String known) {
        String positions = IntStream.range(0, MAX_NAME_LENGTH)
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", ", "[", "]"));
        String more = "(" + known + ".size() - " + written + ".size())";
        String end = "(" + more + " == 0 ? 2 : " + more + " == 1 ? 0 : 1)";
        return more + " >= -1 && " + more + " <= 1 && " + positions + ".exists(i, i + " + end + " <= " + written
                + ".size() && " + known + ".startsWith(" + written + ".substring(0, i)) && " + known + ".endsWith("
                + written + ".substring(i + " + end + ")))";
    }

    /** What would make a load balancer of another provider internal, where this one is not. */
    private void otherProviders() {
        policy.variable("others", new TreeMap<>(OtherProviders.internal()).entrySet()
                .stream()
                .map(entry -> quoted(entry.getKey()) + ": " + quoted(String.join(",", entry.getValue())))
                .collect(Collectors.joining(", ", "{", "}")));
        String folded = "k.lowerAscii()";
        String value = trimmed("variables.ann[k]") + ".lowerAscii()";
        policy.problems("elsewhere", "variables.internal || variables.ann.size() > " + MAX_KEYS
                + " ? [] : variables.ann.filter(k, " + folded + " in variables.others && (variables.others[" + folded
                + "] == '' ? !(" + value + " in ['', 'false']) : " + value + " in variables.others[" + folded
                + "].split(','))).map(k, 'annotation ' + k + ' belongs to another cloud provider and has no effect here: did you mean "
                + INTERNAL.key() + "?')", WRONG);
    }

    private static String name(ServiceAnnotation annotation) {
        return annotation.key().substring(PREFIX.length());
    }
}
