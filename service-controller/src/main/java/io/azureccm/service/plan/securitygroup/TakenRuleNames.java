package io.azureccm.service.plan.securitygroup;

import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.SecurityRuleModel;
import io.azureccm.service.plan.securitygroup.SecurityGroupState.Rule;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Finds Services that need a rule whose name a rule outside the managed range of priorities has. Such a rule is somebody's own: it
 * is not changed, and it will do when it allows what is needed already.
 */
record TakenRuleNames(SecurityGroupState state) {

    /** By UID of the Service. */
    Map<String, Refusal> refusals(DesiredSecurityRules desiredRules) {
        Map<String, Rule> foreign = new HashMap<>();
        state.rules()
                .stream()
                .filter(rule -> !rule.managed() && SecurityRuleModel.isName(ArmJson.name(rule.body())))
                .forEach(rule -> foreign.put(rule.key(), rule));
        Map<String, Refusal> refusals = new LinkedHashMap<>();
        for (DesiredSecurityRules.DesiredRule desiredRule : desiredRules.desiredRules()) {
            Rule rule = foreign.get(SecurityGroupState.key(desiredRule.rule().name()));
            if (rule != null && !serves(rule, desiredRule.rule()))
                refusals.putIfAbsent(desiredRule.service().uid(), new Refusal("SecurityRuleNameTaken",
                        desiredRule.service().subject(),
                        "security rule \"" + ArmJson.name(rule.body()) + "\" is needed, but there is one with"
                                + " priority " + rule.priority() + ", outside " + SecurityRuleModel.LOWEST_PRIORITY
                                + " to "
                                + SecurityRuleModel.HIGHEST_PRIORITY + ", which is not changed: rename or remove it"));
        }
        return refusals;
    }

    static boolean serves(Rule rule, SecurityRuleModel wanted) {
        return rule.says(wanted) && rule.destinations().containsAll(wanted.destinations());
    }
}
