package io.azureccm.service.intent;

import static io.azureccm.service.intent.ServiceAnnotation.ALLOWED_IP_RANGES;
import static io.azureccm.service.intent.ServiceAnnotation.ALLOWED_SERVICE_TAGS;
import static io.azureccm.service.intent.ServiceAnnotation.DENY_ALL;
import static io.azureccm.service.intent.ServiceAnnotation.DISABLE_SECURITY_RULES;
import static io.azureccm.service.intent.ServiceAnnotation.SOURCE_RANGES;

import io.azureccm.common.core.Refusal;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads who may reach a Service. An unparsable range is not an error: the valid ones are used and everything else is denied,
 * so that a slip never opens a Service.
 */
final class AccessReader {
    private static final String EVERYBODY = "Internet";

    private final String subject;
    private final ServiceSpec spec;
    private final AnnotationReader annotations;
    private final boolean internal;

    AccessReader(String subject, ServiceSpec spec, AnnotationReader annotations, boolean internal) {
        this.subject = subject;
        this.spec = spec;
        this.annotations = annotations;
        this.internal = internal;
    }

    AccessIntent read() {
        List<String> specRanges = spec.getLoadBalancerSourceRanges() == null
                ? List.of()
                : spec.getLoadBalancerSourceRanges().stream().map(String::trim).toList();
        List<String> annotatedRanges = new ArrayList<>();
        annotations.text(ALLOWED_IP_RANGES)
                .ifPresent(text -> annotatedRanges.addAll(annotations.list(ALLOWED_IP_RANGES)));
        annotations.text(SOURCE_RANGES).ifPresent(text -> annotatedRanges.addAll(annotations.list(SOURCE_RANGES)));
        if (!specRanges.isEmpty() && !annotatedRanges.isEmpty()) {
            annotations.refuse(new Refusal("ConflictingConfiguration", subject,
                    "cannot set both spec.LoadBalancerSourceRanges and service annotation "
                            + (annotations.text(ALLOWED_IP_RANGES).isPresent()
                                    ? ALLOWED_IP_RANGES.key()
                                    : SOURCE_RANGES.key())
                            + ": keep one of them"));
        }
        List<String> texts = new ArrayList<>(specRanges);
        texts.addAll(annotatedRanges);
        List<Cidr> valid = texts.stream().map(Cidr::parse).flatMap(Optional::stream).toList();
        boolean anyInvalid = valid.size() < texts.size();
        boolean anyEverything = valid.stream().anyMatch(Cidr::isEverything);
        List<String> tags = new ArrayList<>(annotations.list(ALLOWED_SERVICE_TAGS));
        boolean restricted = !tags.isEmpty() || !texts.isEmpty() && !anyEverything || anyInvalid;
        boolean everybody = !restricted && (!internal || !texts.isEmpty());
        if (everybody && !anyEverything)
            tags.add(EVERYBODY);
        boolean denyAll = anyInvalid || annotations.flag(DENY_ALL) && !valid.isEmpty();
        return new AccessIntent(Cidr.aggregate(valid), tags, denyAll, annotations.flag(DISABLE_SECURITY_RULES));
    }
}
