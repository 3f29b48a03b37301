package io.azureccm.route.estate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** What is in Azure, as far as routes are concerned: the route table (empty: there is none), and how old that knowledge is. */
public record RouteEstate(Optional<ObjectNode> table, long ageMillis) {}
