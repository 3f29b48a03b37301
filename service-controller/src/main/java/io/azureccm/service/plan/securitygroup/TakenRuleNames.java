package io.azureccm.service.plan.securitygroup;

import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.model.SecurityGroup.Rule;
import io.azureccm.service.model.SecurityRule;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Finds Services that need a rule whose name is used by a rule outside the managed priority range. Such a rule is unmanaged: it is not
 * modified, and it is sufficient if it already allows what is needed.
 */
record TakenRuleNames(SecurityGroup state) {

    /** By UID of the Service. */
    Map<String, Refusal> refusals(DesiredSecurityRules desiredRules) {
        Map<String, Rule> foreign = new HashMap<>();
        state.rules()
                .stream()
                .filter(rule -> !rule.managed() && SecurityRule.isName(rule.name()))
                .forEach(rule -> foreign.put(rule.key(), rule));
        if (foreign.isEmpty())
            return Map.of();
        Map<String, Refusal> refusals = new LinkedHashMap<>();
        for (DesiredSecurityRules.DesiredRule desiredRule : desiredRules.desiredRules()) {
            Rule rule = foreign.get(SecurityRule.key(desiredRule.rule().name()));
            if (rule != null && !serves(rule, desiredRule.rule()))
                refusals.putIfAbsent(desiredRule.service().uid(), new Refusal("SecurityRuleNameTaken",
                        desiredRule.service().subject(),
                        "security rule \"" + rule.name() + "\" is needed, but a rule of that name exists with"
                                + " priority " + rule.priority() + ", outside " + SecurityRule.MIN_PRIORITY
                                + " to "
                                + SecurityRule.MAX_PRIORITY + ", which is never modified: rename or remove it"));
        }
        return refusals;
    }

    static boolean serves(Rule rule, SecurityRule wanted) {
        return rule.matches(wanted) && rule.destinations().containsAll(wanted.destinations());
    }
}
