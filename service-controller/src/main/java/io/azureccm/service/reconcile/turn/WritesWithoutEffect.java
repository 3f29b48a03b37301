package io.azureccm.service.reconcile.turn;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.PrintableText;
import io.azureccm.service.reconcile.known.FailedWrite;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What Services are told of changes that Azure accepts in vain although they are served: those that the write is for, or the oldest one for
 * what all share. Pure.
 */
final class WritesWithoutEffect {
    static final String REASON = "WriteWithoutEffect";
    private static final int MAX_TAGS = 3;

    private WritesWithoutEffect() {}

    /** By UID. The same while a write is repeated, or others are sent. */
    static Map<String, Notice> notices(KnownState known, List<Operation> operations) {
        Map<String, String> texts = new HashMap<>();
        for (Operation operation : operations) {
            List<Change> tags = known.memory()
                    .writes()
                    .of(operation.target())
                    .filter(FailedWrite::isLastingInVain)
                    .map(write -> write.incidental(operation))
                    .orElse(List.of());
            if (!tags.isEmpty())
                concerned(known, operation).forEach(service -> texts.merge(service.uid(),
                        text(operation.target(), tags), (some, more) -> some + ". " + more));
        }
        Map<String, Notice> notices = new HashMap<>();
        texts.forEach((uid, text) -> notices.put(uid,
                Notice.warning(Notice.Source.AZURE, REASON, text).alsoInCondition()));
        return notices;
    }

    private static List<ServiceSpec> concerned(KnownState known, Operation operation) {
        boolean isForAll = operation.target().hasType(ArmTypes.LOAD_BALANCER)
                || operation.target().hasType(ArmTypes.SECURITY_GROUP);
        return known.services()
                .stream()
                .filter(service -> service.wanted() && (isForAll || operation.subjects().contains(service.subject())))
                .limit(isForAll ? 1 : Long.MAX_VALUE)
                .toList();
    }

    private static String text(ArmId target, List<Change> tags) {
        String names = PrintableText.some(tags.stream().map(Change::name).toList(), MAX_TAGS);
        return "Azure accepts writes of " + target.shortName() + " without effect on its tags " + names
                + ": an Azure Policy or another client may change them back; the policy assignments and the activity log "
                + "of its resource group show which";
    }
}
